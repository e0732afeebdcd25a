/** '1 child', '3 children'. */
export const countChildren = (number: number): string =>
  number === 1 ? '1 child' : `${number} children`
