export const chooseMonth = 'Elija un mes'
export const invalidTicketId = 'El identificador de la visita no es válido'
