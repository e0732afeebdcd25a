export const notPublished = 'La clínica no ha publicado esta página.'
