import type { ReactNode } from 'react'

interface SectionHeadingProps {
  /** A label above the heading. */
  eyebrow: string
  title: ReactNode
  text?: ReactNode
  className?: string
}

/** Heading of a section of the public site. */
export function SectionHeading({ eyebrow, title, text, className = '' }: SectionHeadingProps) {
  return (
    <div className={`max-w-2xl ${className}`}>
      <p className="font-extrabold text-primary">{eyebrow}</p>
      <h2 className="mt-1 text-3xl md:mt-2 md:text-[2.5rem]">{title}</h2>
      {text && <p className="mt-2 text-lg text-muted md:mt-3">{text}</p>}
    </div>
  )
}
