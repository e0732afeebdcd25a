export const noImage = 'No encontramos esa imagen.'
export const heic = 'Esta es una foto HEIC. La imagen debe ser un archivo JPEG, PNG, WebP o AVIF'
export const animated = 'La imagen no debe ser animada'
export const highDynamicRange =
  'La imagen no debe ser HDR. Por favor, guárdela con colores estándar o como JPEG'
export const tooManyPixels = 'La imagen debe tener 40 megapíxeles o menos'
export const tooLarge =
  'La imagen es demasiado grande para procesarla. Por favor, use una más pequeña o guárdela como JPEG'
export const tooNarrow =
  'La imagen es demasiado angosta. Por favor, use una que se parezca más a un cuadrado'
export const damaged = 'Este archivo de imagen está dañado. Por favor, pruebe con otro'
export const notRead = 'No pudimos leer este archivo.'
export const otherFields = 'Envíe exactamente un archivo, en el campo «{field}».'
export const tooSlow = 'La carga del archivo tardó demasiado.'
export const notMultipart = 'Aquí se acepta multipart/form-data con un archivo.'
