interface Place {
  clinic: string
  city: string
}

export const notFound = 'Esta página no existe.'
export const resetPassword = 'Elija una contraseña nueva.'
export const confirmEmail = 'Confirme su correo electrónico.'
export const unsubscribe = 'Desactive los recordatorios de citas.'
export const stopRecalls = 'Deje de recibir correos sobre visitas por reservar.'
export const home = ({ clinic, city }: Place) =>
  `${clinic} en ${city}. Reserve una cita en línea a cualquier hora.`
export const homeOffering = ({ clinic, city }: Place, services: string) =>
  `${clinic} en ${city}: ${services}. Reserve una cita en línea a cualquier hora.`
export const about = (clinic: string) => `Conozca al equipo que cuida a su niño en ${clinic}.`
export const aboutStrengths = (clinic: string, strengths: string) =>
  `Conozca al equipo que cuida a su niño en ${clinic}: ${strengths}.`
export const reviews = (clinic: string) => `Lo que dicen las familias de ${clinic}.`
export const contact = (clinic: string) => `Llame a ${clinic} o visítenos.`
export const contactByMessage = (clinic: string) => `Llame o escriba a ${clinic}, o visítenos.`
export const doctors = (clinic: string) =>
  `Conozca a los pediatras de ${clinic} y la especialidad de cada uno.`
export const times = ({ clinic, city }: Place) =>
  `Las próximas citas disponibles en ${clinic}, en ${city}: días, horarios y precios de cada tratamiento. Elija una y resérvela en línea.`
export const legal = (page: string, clinic: string) => `${page} de ${clinic}.`
export const logIn = (clinic: string) => `Inicie sesión en ${clinic}.`
export const signUp = (clinic: string) => `Cree su cuenta en ${clinic}.`
export const claim = (clinic: string) => `Vea las citas de su familia en ${clinic}.`
export const appointment = (clinic: string) =>
  `Elija un día, un tratamiento y un horario en ${clinic}.`
export const invitation = (clinic: string) => `Compartan el cuidado de los niños en ${clinic}.`
export const account = (clinic: string) => `Su cuenta en ${clinic}.`
