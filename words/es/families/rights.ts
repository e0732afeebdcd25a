export const mayBook = 'Reservar, cambiar y cancelar citas'
export const mayBookHint =
  'Sin este permiso, aún puede cambiar las citas que reservó por su cuenta. Los reembolsos van a la tarjeta con la que se pagó.'
export const mayPay = 'Pagar las citas que reservaron otros tutores'
export const mayPayHint =
  'Con su propia tarjeta. Cada tutor paga las citas que reserva por su cuenta.'
export const receivesEmail = 'Recibir correos sobre las citas'
export const receivesEmailHint = 'Horarios nuevos, cancelaciones y recordatorios.'
export const book = 'reservar'
export const pay = 'pagar'
export const getEmails = 'recibir correos'
export const can = (rights: string) => `Puede ${rights}`
export const canOnlySee = 'Solo puede ver las citas'
export const ownerCan = (rights: string) => `Responsable. Puede ${rights}`
export const ownerCanOnlySee = 'Responsable. Solo puede ver las citas'
