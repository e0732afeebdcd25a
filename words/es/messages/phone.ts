export const phoneIsRequired = 'Escriba el teléfono'
export const invalidPhone = 'Escriba un teléfono válido, como (503) 555-0142 ext. 12'
