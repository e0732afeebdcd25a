export const chooseMonth = 'Elija un mes'
export const invalidTicketId = 'El número de la solicitud no es válido'
