export const withBirthDate = (name: string, day: string) => `${name} (fecha de nacimiento: ${day})`
