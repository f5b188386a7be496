/** "pt_BR" as the web writes it: "pt-BR". */
export function tag(language: string): string {
  return language.replace("_", "-");
}
