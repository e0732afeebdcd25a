export const invalidDate = 'La fecha no es válida. Use el formato «Jun 5, 2022»'
export const tooFar = 'Elija un día de los próximos {years} años'
