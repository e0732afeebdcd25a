export const phoneIsRequired = 'Phone is required'
export const invalidPhone = 'Enter a valid phone number, such as (503) 555-0142 ext. 12'
