import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { dayAfter, formatWireDate, type IsoDate } from '#contract/dates.ts'
import { type Insights, insightRows } from '#contract/insights/insights.ts'
import { useRole } from '#web/both/session/auth-context.ts'
import { PageTitle } from '#web/components/page-title.tsx'
import { componentChunk, LazyPage } from '#web/components/states/lazy-component.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import { DayField } from '#web/desk/appointments/day-field.tsx'
import { configOptions } from '#web/lib/api/config.ts'
import { InsightCharts } from './insight-charts.tsx'
import { InsightTiles } from './insight-tiles.tsx'
import { insightsMoneyOptions, insightsOptions } from './insights-api.ts'
import {
  type InsightsAddress,
  RANGES,
  type RangeName,
  useInsightsAddress,
} from './use-insights-address.ts'

const appointments = componentChunk(() => import('./insight-appointments.tsx'))

/** The clinic's figures, or the appointments behind one: docs/requirements.md#insights. */
export default function InsightsPage() {
  const figure = insightRows.safeParse(useParams().figure).data
  if (figure) return <LazyPage chunk={appointments} props={{ of: figure }} />
  return <AllFigures />
}

function AllFigures() {
  const config = useQuery(configOptions())
  return (
    <div className="@container">
      <PageTitle className="print:text-2xl">Insights</PageTitle>
      <Loaded query={config} what="the figures">
        {({ clinic }) => <Figures today={clinic.today} />}
      </Loaded>
    </div>
  )
}

function Figures({ today }: { today: IsoDate }) {
  const address = useInsightsAddress(today)
  const isAdmin = useRole() === 'admin'
  const insights = useQuery(insightsOptions(address.query))
  const money = useQuery({ ...insightsMoneyOptions(address.query), enabled: isAdmin })
  return (
    <>
      <Controls address={address} insights={insights.data} today={today} />
      <Loaded query={insights} what="the figures">
        {(data) =>
          data.countedAt === null ? (
            <EmptyState title="The figures are being counted for the first time">
              This takes a moment. They show up here by themselves.
            </EmptyState>
          ) : (
            <div
              aria-busy={insights.isPlaceholderData}
              className="grid grid-cols-1 gap-4 transition-opacity aria-busy:opacity-60"
            >
              <Counted insights={data} />
              <InsightTiles insights={data} money={money.data} query={address.query} />
              {data.total.booked === 0 && data.totalBefore.booked === 0 && (
                <EmptyState title="No appointments in these days">
                  Choose other dates, doctors or treatments. A day counts once it is over.
                </EmptyState>
              )}
              {isAdmin && money.isError && !money.data && (
                <LoadError title="We couldn’t load the money" query={money} />
              )}
              <InsightCharts insights={data} money={money.data} query={address.query} />
            </div>
          )
        }
      </Loaded>
    </>
  )
}

function Counted({ insights: { from, to, before } }: { insights: Insights }) {
  return (
    <p className="text-sm text-muted">
      {formatWireDate(from)} to {formatWireDate(to)}, compared with {formatWireDate(before.from)} to{' '}
      {formatWireDate(before.to)}. Whole days only.
    </p>
  )
}

interface ControlsProps {
  address: InsightsAddress
  insights: Insights | undefined
  today: IsoDate
}

function Controls({ address, insights, today }: ControlsProps) {
  const { range, query, change } = address
  const yesterday = dayAfter(today, -1)
  return (
    <div className="mt-4 mb-4 flex flex-wrap items-end gap-x-4 gap-y-3 print:hidden">
      <fieldset className="flex flex-wrap rounded-2xl border-[1.5px] border-line bg-base-100">
        <legend className="sr-only">Days</legend>
        {(Object.entries(RANGES) as [RangeName, string][]).map(([name, label]) => (
          <label
            key={name}
            className="flex min-h-11 cursor-pointer items-center rounded-2xl px-4 text-sm font-bold whitespace-nowrap max-sm:px-2.5 hover:bg-leaf has-checked:bg-leaf has-checked:text-primary has-focus-visible:outline-3 has-focus-visible:outline-primary"
          >
            <input
              type="radio"
              name="range"
              className="sr-only"
              checked={range === name}
              onChange={() => change({ range: name })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {range === 'own' && (
        <>
          <DayField
            label="From"
            date={query.from}
            most={query.to}
            onChoose={(from) => change({ from })}
          />
          <DayField
            label="To"
            date={query.to}
            least={query.from}
            most={yesterday}
            onChoose={(to) => change({ to })}
          />
        </>
      )}
      <Choice
        label="Doctor"
        all="All doctors"
        value={query.doctor}
        options={(insights?.doctors ?? []).map(({ _id, name, hasLeft }) => ({
          _id,
          name: hasLeft ? `${name} (has left)` : name,
        }))}
        onChoose={(doctor) => change({ doctor })}
      />
      <Choice
        label="Treatment"
        all="All treatments"
        value={query.treatment}
        options={insights?.treatments ?? []}
        onChoose={(treatment) => change({ treatment })}
      />
    </div>
  )
}

interface ChoiceProps {
  label: string
  all: string
  value: string | undefined
  options: readonly { _id: string; name: string }[]
  onChoose: (id: string) => void
}

function Choice({ label, all, value = '', options, onChoose }: ChoiceProps) {
  return (
    <label className="grid min-w-0 gap-1 text-sm font-bold">
      <span className="sr-only">{label}</span>
      <select
        value={value}
        onChange={({ target }) => onChoose(target.value)}
        className="field field-choice min-h-11 w-56 max-w-full text-sm font-bold"
      >
        <option value="">{all}</option>
        {options.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
