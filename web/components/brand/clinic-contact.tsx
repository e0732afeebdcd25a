import Clock from 'lucide-react/icons/clock'
import MapPin from 'lucide-react/icons/map-pin'
import Phone from 'lucide-react/icons/phone'
import type { ReactNode } from 'react'
import { addressLine } from '#contract/clinic/clinic-details.ts'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { useClinic } from '#web/lib/clinic.tsx'
import { useOwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/site/pages.ts'

interface InfoCardProps {
  Icon: typeof Clock
  title: string
  tint: string
  children: ReactNode
}

function InfoCard({ Icon, title, tint, children }: InfoCardProps) {
  return (
    <li
      className={`leaf flex items-center gap-4 px-5 py-2 md:items-start md:py-6 md:max-lg:flex-col ${tint}`}
    >
      <span className="grid size-12 shrink-0 place-items-center rounded-full bg-base-100 text-primary">
        <Icon aria-hidden="true" size={24} />
      </span>
      <div className="min-w-0">
        <h2 className="text-lg">{title}</h2>
        <div className="text-balance md:mt-0.5">{children}</div>
      </div>
    </li>
  )
}

/** When the clinic is open, where it is, and the number to call. */
export function InfoCards() {
  const clinic = useClinic()
  const own = useOwnText()
  return (
    <ul className="grid gap-2 md:grid-cols-3 md:gap-6">
      <InfoCard Icon={Clock} title={words.openingHours} tint="bg-honey">
        {own(clinic.hours)}
      </InfoCard>
      <InfoCard Icon={MapPin} title={words.findUs} tint="bg-peach">
        {addressLine(clinic)}
      </InfoCard>
      <InfoCard Icon={Phone} title={words.callUs} tint="bg-sky">
        <PhoneLink of={clinic} className="inline-flex min-h-11 items-center font-bold" />
      </InfoCard>
    </ul>
  )
}
