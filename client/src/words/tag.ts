/** "pt_BR" as the web writes it: "pt-BR". */
export function tag(language: string): string {
  return language.replace("_", "-");
}

/** How the reader writes times: as their browser has that language ("en-GB" has other clocks than "en"), else as the language has it. */
export function region(language: string): string {
  const [spoken] = tag(language).split("-");
  return navigator.languages.find((each) => each.split("-")[0] === spoken) ?? tag(language);
}
