interface SectionHeadingProps {
  /** A label above the heading. */
  eyebrow: string
  title: string
  text?: string
  className?: string
}

/** Heading of a section of the public site. */
export function SectionHeading({ eyebrow, title, text, className = '' }: SectionHeadingProps) {
  return (
    <div className={`max-w-2xl ${className}`}>
      <p className="font-extrabold text-primary">{eyebrow}</p>
      <h2 className="mt-2 text-3xl md:text-[2.75rem]">{title}</h2>
      {text && <p className="mt-4 text-lg text-muted">{text}</p>}
    </div>
  )
}
