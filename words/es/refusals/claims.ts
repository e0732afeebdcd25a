export const invalidLink =
  'Este enlace no es válido. Revise la dirección, o llámenos para pedir otra carta.'
export const unverified =
  'Primero confirme su correo electrónico. Después podrá vincular el expediente de su familia.'
export const staffAccount =
  'Una cuenta del personal de la clínica no puede vincular una familia. Pídaselo a un colega.'
export const wrongBirthDate =
  'Esta no es la fecha de nacimiento de un niño de esta familia. Puede intentarlo {tries}.'
export const noTriesLeft =
  'No quedan más intentos. Llámenos al {phone} y le imprimiremos otra carta.'
export const expired = 'Este enlace venció. Llámenos al {phone} y le imprimiremos otra carta.'
export const replaced =
  'Este enlace fue reemplazado. Use nuestro correo o carta más reciente, o llámenos al {phone} para pedir otro.'
export const used =
  'Otra cuenta ya vinculó esta familia. Pida al otro tutor que le envíe una invitación, o llámenos al {phone}.'
export const noChildren =
  'No podemos verificar una fecha de nacimiento, porque ahora no hay ningún niño de esta familia en nuestra lista. Llámenos al {phone}.'
