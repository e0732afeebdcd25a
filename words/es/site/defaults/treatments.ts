export const newborn =
  'Antes del nacimiento y durante las primeras semanas: peso, alimentación, sueño y todas sus preguntas.'
export const vaccinations =
  'Todas las vacunas recomendadas a la edad indicada: nosotros llevamos el calendario por usted.'
export const nutrition =
  'Desde las primeras cucharadas hasta los años de «eso no me gusta»: comidas que funcionan para su niño y para su semana.'
export const development =
  'Pruebas del habla, el movimiento y la audición que parecen un juego, y ayuda que empieza temprano.'
export const allergies =
  'Pruebas suaves de piel y de sangre para encontrar la causa, y un plan claro de qué hacer.'
export const weight =
  'Un plan amable para toda la familia, basado en el juego y la buena comida. Sin dietas y sin culpas.'
