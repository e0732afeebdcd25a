export const withBirthDate = (name: string, day: string) => `${name}, born ${day}`
