import type { ReactNode } from 'react'

export const skipToContent = 'Ir al contenido'
export const contactInformation = 'Información de contacto'
export const mainNavigation = 'Principal'
export const mainNavigationOnPhones = 'Principal (móvil)'
export const home = 'Inicio'
export const aboutUs = 'Quiénes somos'
export const appointment = 'Cita'
export const contactUs = 'Contacto'
export const dashboard = 'Mi panel'
export const logIn = 'Iniciar sesión'
export const menu = 'Menú'
export const accountMenu = 'Menú de la cuenta'
export const account = 'Cuenta'
export const appointments = 'Citas'
export const myChildren = 'Mis hijos'
export const myWaitingList = 'Mi lista de espera'
export const myHistory = 'Mi historial'
export const myReview = 'Mi opinión'
export const myProfile = 'Mi perfil'
export const logOut = 'Cerrar sesión'
export const colorTheme = 'Tema de color'
export const light = 'Claro'
export const dark = 'Oscuro'
export const matchMyDevice = 'Como mi dispositivo'
export const socialNetworks = 'Redes sociales'
export const dismiss = 'Cerrar'
export const loading = 'Cargando'
export const loadingTheForm = 'Cargando el formulario'
export const whyNotLoaded =
  'Es posible que su conexión sea débil o que el sitio se haya actualizado desde que usted abrió esta página.'
export const somethingWentWrong = 'Algo salió mal'
export const reloadUsuallyHelps = 'Disculpe. Volver a cargar la página suele resolverlo.'
export const tryAgain = 'Intentar de nuevo'
export const reload = 'Volver a cargar'
export const services = 'Servicios'
export const company = 'La clínica'
export const legal = 'Avisos legales'
export const ourStory = 'Nuestra historia'
export const careers = 'Empleo'
export const news = 'Noticias'
export const forSchools = 'Para escuelas'
export const termsOfUse = 'Condiciones de uso'
export const privacyPolicy = 'Política de privacidad'
export const cookiePolicy = 'Política de cookies'
export const freeTimes = 'Horarios disponibles'
export const accountMenuOf = (name: string) => `Menú de la cuenta de ${name}`
export const didNotLoad = {
  page: 'Esta página no se cargó',
  part: 'Esta parte no se cargó',
}
export const partDidNotLoad = 'Parte de esta página no se cargó.'
export const callWithQuestions = (phone: ReactNode) => <>¿Preguntas? Llame al {phone}</>
export const needsJavaScript = (phone: ReactNode) => (
  <>Esta página necesita JavaScript. También puede llamarnos al {phone}</>
)
