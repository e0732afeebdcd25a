/** Puts facts into a text, `fill('Choose {most} children at most', { most: 5 })`; others stay. */
export const fill = (text: string, facts: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, fact: string) => String(facts[fact] ?? whole))
