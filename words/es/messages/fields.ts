export const name = {
  missing: 'Escriba el nombre',
  tooLong: 'El nombre debe tener {most} caracteres o menos',
  notOneLine: 'El nombre debe estar en una sola línea',
  unshown: 'El nombre tiene caracteres que no se pueden mostrar',
  noLetter: 'El nombre debe tener alguna letra',
  link: 'El nombre no puede contener un enlace',
}
export const address = {
  missing: 'Escriba la dirección',
  tooLong: 'La dirección debe tener {most} caracteres o menos',
  notOneLine: 'La dirección debe estar en una sola línea',
  unshown: 'La dirección tiene caracteres que no se pueden mostrar',
}
export const query = {
  missing: 'Escriba su pregunta',
  tooLong: 'La pregunta debe tener {most} caracteres o menos',
  notOneLine: 'La pregunta debe estar en una sola línea',
  unshown: 'La pregunta tiene caracteres que no se pueden mostrar',
}
