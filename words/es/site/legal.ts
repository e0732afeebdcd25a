export const notice = 'Aviso de prácticas de privacidad'
export const privacy = 'Política de privacidad'
export const terms = 'Condiciones de uso'
export const nondiscrimination = 'Aviso de no discriminación'
export const languages = 'Ayuda en su idioma'
export const texts = 'Condiciones de los mensajes de texto'
export const accessibility = 'Accesibilidad'
export const notLoaded = 'No pudimos cargar esta página'
export const print = 'Imprimir esta página'
export const isFormer = 'Esta es una versión anterior.'
export const isUpcoming = 'Esta versión todavía no está vigente.'
export const readCurrent = 'Leer la versión vigente'
export const allVersions = 'Todas las versiones'
export const describeVersion = {
  upcoming: (version: number, day: string) => `Versión ${version}, entra en vigor el ${day}`,
  current: (version: number, day: string) => `Versión ${version}, vigente desde el ${day}`,
  former: (version: number, day: string) => `Versión ${version}, entró en vigor el ${day}`,
}
