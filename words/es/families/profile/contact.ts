export const title = 'Contacto para las reservas'
export const explanation =
  'Completamos estos datos cuando usted reserva. Mientras no los guarde aquí, usamos los que nos dio la última vez.'
export const didNotLoad = 'No pudimos cargar sus datos de contacto'
export const loading = 'Cargando sus datos de contacto'
export const saved = 'Datos de contacto guardados'
export const phone = 'Teléfono para las reservas'
export const address = 'Dirección para las reservas'
export const save = 'Guardar los datos de contacto'
