export const hero = {
  eyebrow: 'Atención pediátrica en el corazón de {city}',
  title: 'Los cuidamos con cariño mientras crecen',
  text: 'Desde la primera semana en casa hasta el último estirón: médicos que se ponen a la altura de los niños, explican todo con claridad y se toman el tiempo que una familia preocupada necesita.',
} as const

export const care = {
  title: 'Una visita al ritmo de su niño',
  text: [
    'Una bata blanca se ve altísima cuando uno mide un metro. Por eso primero examinamos al osito de peluche, dejamos que su niño pruebe el estetoscopio y le decimos qué va a sentir antes de hacer cada cosa.',
    'A usted le damos el mismo cuidado: explicaciones claras, un plan por escrito para llevar a casa y un número en el que contesta una enfermera.',
  ],
  points: [
    'Media hora completa para cada visita',
    'El mismo médico cada vez, siempre que sea posible',
    'Vacunas con crema anestésica y un cuento',
  ],
} as const

export const treatments = {
  title: 'Seis maneras en que podemos ayudarle',
  text: 'Reserve cualquiera de estos tratamientos en línea y vea al instante los horarios disponibles.',
} as const

export const why = {
  title: 'Por qué las familias se quedan con nosotros',
  reasons: [
    {
      title: 'Le atendemos a tiempo',
      text: 'Su tiempo es de verdad suyo. La mayoría de las familias espera menos de 10 minutos.',
    },
    {
      title: 'Todo bajo un mismo techo',
      text: 'El laboratorio, la farmacia y las salas de pruebas están a unos pasos, así que casi siempre basta con un solo viaje.',
    },
    {
      title: 'Palabras sencillas, precios claros',
      text: 'Antes de reservar sabrá cuánto cuesta la visita, y antes de irse sabrá qué encontramos.',
    },
    {
      title: 'Reserve a cualquier hora',
      text: 'Reserve a las 3 de la mañana con un bebé en brazos. Toma unos dos minutos.',
    },
  ],
} as const

export const statistics = [
  { figure: '980+', label: 'pacientes satisfechos' },
  { figure: '100+', label: 'médicos profesionales' },
  { figure: '100%', label: 'calidad' },
  { figure: '15+', label: 'años de experiencia' },
] as const

export const team = { title: 'Las personas que conocerán a su niño por su nombre' } as const
