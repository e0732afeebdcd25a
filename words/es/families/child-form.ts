export const childsName = 'Nombre del niño'
export const firstAndLast = 'Nombre y apellido'
