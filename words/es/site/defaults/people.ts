export const twinsAskToGoBack =
  'Nuestros gemelos gritaban en las salas de espera. La Dra. Okafor examinó primero a su zorro de peluche. Ahora preguntan cuándo pueden volver.'
export const bookedAtNight =
  'Reservé a las 4 de la mañana, con mi bebé con fiebre en brazos. Nos atendieron a las nueve, y nadie me hizo sentir mal por preguntar dos veces.'
export const foundTheAllergy =
  'Encontraron la alergia al cacahuate que en otros dos lugares no vieron. Nos fuimos a casa con un plan de una página y con alguien de nuestro lado.'
