export const tooLong = 'Una serie tiene como máximo {appointments}.'
export const beyondHorizon =
  'Ahora solo se pueden reservar {possible} de estas {wanted} fechas: el último día es el {day}. Elija menos citas, o menos tiempo entre ellas.'
export const timeTaken =
  'Otra persona acaba de reservar el horario {time} del {day}. No se reservó nada.'
export const priceChanged =
  'El precio del {day} ahora es {price}. Por favor, revíselo y reserve de nuevo.'
