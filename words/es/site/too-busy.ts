export const tryAgainSoon = 'Intente de nuevo en un momento'
export const nothingIsLost = (link: (text: string) => string) =>
  `Nuestro sitio está más ocupado que de costumbre. No se ha perdido nada: espere unos segundos e ${link('intente de nuevo')}.`
