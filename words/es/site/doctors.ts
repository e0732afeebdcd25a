export const title = 'Nuestros médicos'
export const choseChildren =
  'Todos aquí elegimos trabajar con niños. Conózcanos antes de su visita y verá caras conocidas.'
export const notLoaded = 'No pudimos cargar la lista de médicos'
export const meetThemSoon = 'Pronto conocerá a nuestros médicos'
export const loading = 'Cargando la lista de médicos'
export const onNetwork = (name: string, network: string) => `${name} en ${network}`
