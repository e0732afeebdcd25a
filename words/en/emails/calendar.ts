export const details = (url: string) => `Details: ${url}`
