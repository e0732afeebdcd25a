import type { ReactNode } from 'react'

export const dear = (family: ReactNode) => <>Estimada familia de {family}:</>
export const toFamilyOf = (child: ReactNode) => <>A la familia de {child}:</>
export const nextVisit = (child: ReactNode, phone: ReactNode, address: ReactNode) => (
  <>
    Es hora de la próxima visita de {child}. Por favor, elija un día y un horario que le convengan:
    por teléfono al {phone} o en {address}.
  </>
)
