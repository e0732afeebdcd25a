export const noLink = 'Esta vinculación no existe o ya terminó.'
export const conflict =
  'Usted tiene la misma cita, u otra a la misma hora. Cancele o cambie una de ellas, o llámenos.'
export const tooManyChildren = 'Tendría más de {most} niños en su lista. Primero archive a uno.'
export const sameDay = 'Usted cambió hoy el correo electrónico de esta familia. Confírmelo mañana.'
