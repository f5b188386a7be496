// Where the house stands: the path that all its addresses begin with. Behind a proxy it need not be "/", and
// nobody but the page's own address tells: the server says how far above that address the house is.

const up = document.querySelector<HTMLMetaElement>('meta[name="base"]')?.content;

export const base: string = up === undefined ? "/" : new URL(up, location.href).pathname;

/** The whole address of the house. */
export const home: string = location.origin + base;

/** The address of a path of ours, "/t/abc" or the like. */
export const under = (path: string): string => base + path.slice(1);

/** The path of ours that an address has. */
export const within = (pathname: string): string => (pathname.startsWith(base) ? pathname.slice(base.length - 1) : pathname);
