export const newborn =
  'Antes de nacer y durante las primeras semanas: peso, alimentación, sueño y todas sus preguntas.'
export const vaccinations =
  'Cada vacuna recomendada a la edad correcta, con un calendario que nosotros llevamos por usted.'
export const nutrition =
  'Desde las primeras cucharadas hasta los años de «eso no me gusta»: comidas que van con su niño y con su semana.'
export const development =
  'Pruebas del habla, del movimiento y del oído que parecen un juego, y ayuda que empieza temprano.'
export const allergies =
  'Pruebas suaves de piel y de sangre para encontrar la causa, y un plan claro de qué hacer.'
export const weight =
  'Un plan amable para toda la familia, hecho de juego y buena comida. Sin dietas y sin culpas.'
