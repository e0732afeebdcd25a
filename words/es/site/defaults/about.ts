export const story = [
  '{clinic} abrió en 2009 con dos pediatras, un consultorio y una caja de trenes de madera. Los trenes siguen aquí, y nosotros hemos crecido hasta ser una clínica que cuida a los niños desde antes de nacer hasta que son más altos que su médico.',
  'Somos lo bastante pequeños para saber su nombre y lo bastante grandes para tener un laboratorio, una farmacia y especialistas aquí al lado.',
] as const
export const strengths = [
  {
    title: 'Médicos especialistas',
    text: 'Pediatras especializados en recién nacidos, alergias, nutrición y desarrollo, que trabajan en equipo en el cuidado de su niño.',
  },
  {
    title: 'Farmacia certificada',
    text: 'Medicinas en dosis y sabores para niños, preparadas aquí y explicadas por un farmacéutico antes de que se vaya.',
  },
  {
    title: 'Laboratorio moderno',
    text: 'Muestras pequeñas, respuestas rápidas: la mayoría de los análisis de sangre están listos antes de que su niño vuelva a ponerse los zapatos.',
  },
] as const
export const roomsTitle = 'Seis espacios, todos a la medida de los niños'
export const rooms = [
  { title: 'Cirugía', text: 'Cirugía ambulatoria con mamá o papá al lado de la cama.' },
  { title: 'Consultorio', text: 'Chequeos y primeros auxilios para cada rodilla raspada.' },
  { title: 'Hospitalización', text: 'Una cama para su niño y otra para usted.' },
  { title: 'Sala de pruebas', text: 'Pruebas de vista, oído y alergias que parecen un juego.' },
  {
    title: 'Cuidados intensivos',
    text: 'Alguien despierto que cuida a su niño toda la noche.',
  },
  { title: 'Laboratorio', text: 'Resultados el mismo día.' },
] as const
export const line =
  'médicos especialistas, una farmacia certificada y un laboratorio moderno bajo un mismo techo'

export const contact =
  'Envíenos un mensaje sobre cualquier cosa que pueda esperar hasta el próximo día hábil. Para todo lo demás, llame: le contestará una enfermera.'
export const call = '¿Tiene una pregunta? Por favor, llámenos.'
