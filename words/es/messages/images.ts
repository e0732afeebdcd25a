export const imageIsRequired = 'Elija una imagen'
export const imageIsEmpty = 'Este archivo de imagen está vacío'
export const imageIsTooLarge = 'La imagen debe pesar 5 MB o menos'
export const imageIsOfOtherType = 'La imagen debe ser un archivo JPEG, PNG, WebP o AVIF'
