export const promise =
  'Un lugar tranquilo para traer a su niño, desde la primera semana hasta el último estirón.'
export const services = [
  'Consultas de recién nacidos',
  'Vacunas',
  'Nutrición',
  'Pruebas de alergia',
] as const
export const servicesLine =
  'consultas de recién nacidos, vacunas, nutrición, desarrollo y atención de alergias'
