export const imageIsRequired = 'Image is required'
export const imageIsEmpty = 'This image file is empty'
export const imageIsTooLarge = 'Image must be 5 MB or smaller'
export const imageIsOfOtherType = 'Image must be a JPEG, PNG, WebP or AVIF file'
