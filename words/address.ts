// A file of its own, because the script before the first use of a page needs nothing else of the languages.

/** The address of a page after what addresses of a language begin with. @param path without a language */
export const addressAfter = (base: string, path: string): string =>
  base && /^\/(?=[?#]|$)/.test(path) ? base + path.slice(1) : base + path
