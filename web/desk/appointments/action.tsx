import type { ComponentProps } from 'react'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { IconButton, IconLink } from '#web/components/icon-button.tsx'

/** A word of the label beside the icon, where there is room for it. */
interface WordProps {
  text?: string | undefined
}

/** A button that is an icon, or an icon with a word. */
export function ActionButton({ text, ...button }: ComponentProps<typeof IconButton> & WordProps) {
  if (text === undefined) return <IconButton {...button} />
  const { label, Icon, size = 18, ...rest } = button
  return (
    <Button look="secondary" aria-label={label} {...rest}>
      {!rest.busy && <Icon aria-hidden="true" size={size} />}
      {text}
    </Button>
  )
}

/** A link that is an icon, or an icon with a word. */
export function ActionLink({ text, ...link }: ComponentProps<typeof IconLink> & WordProps) {
  if (text === undefined) return <IconLink {...link} />
  const { label, Icon, size = 18, ...rest } = link
  return (
    <ButtonLink look="secondary" aria-label={label} {...rest}>
      <Icon aria-hidden="true" size={size} />
      {text}
    </ButtonLink>
  )
}
