export const whyNotLoaded =
  'Es posible que su conexión sea débil o que el sitio se haya actualizado desde que usted abrió esta página.'
export const partDidNotLoad = 'Parte de esta página no se cargó.'
export const tryAgain = 'Intentar de nuevo'
export const reload = 'Volver a cargar'
