// Whether somebody looks at the page, as far as a browser can tell.

class Attention {
  /** The tab is in sight. */
  visible = $state(document.visibilityState === "visible");
  /** The window has the keyboard. */
  focused = $state(document.hasFocus());

  constructor() {
    const look = () => {
      this.visible = document.visibilityState === "visible";
      this.focused = document.hasFocus();
    };
    document.addEventListener("visibilitychange", look);
    addEventListener("focus", look);
    addEventListener("blur", look);
    addEventListener("pageshow", look);
  }

  /** The person looks somewhere else. */
  get elsewhere(): boolean {
    return !this.visible || !this.focused;
  }
}

export const attention = new Attention();
