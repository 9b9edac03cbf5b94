import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { chosenId, type FormSchema, fieldsOf, textOf } from '#shared/forms/fields/field.ts'
import { formatWire, parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { FieldView } from '#web/forms/fields/FieldView.tsx'
import { createFormStore } from '#web/forms/fields/form-store.ts'
import { useViews } from '#web/forms/fields/use-views.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { type Season, seasonQuery } from '#web/seasons/console/queries.ts'
import { SeasonCrumbs } from '#web/seasons/console/SeasonCrumbs.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import styles from './ConsolePage.module.css'
import { inTree } from './course.ts'

interface Persona {
  at: string
  track: string
  region: string
  passed: string
}

const previewQuery = (competition: string, persona: Persona) =>
  queryOptions({
    queryKey: ['console', competition, 'preview', persona],
    queryFn: () =>
      api('GET /admin/competitions/:competition/preview', { params: { competition }, query: { ...persona } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The season as an invented person sees it at a chosen moment. Nothing can be changed from here. */
export function PreviewPage() {
  const { competition } = useParams({ from: '/admin/$competition' })
  const overview = useQuery(seasonQuery(competition))
  const title = 'Глазами участника'
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <SeasonCrumbs competition={competition} page={title} />
        <PageHeading title={title} size={2} />
        <p className={styles.lead}>
          Так конкурс увидит придуманный участник: он подал заявку, дал все согласия и прошёл отмеченное. Здесь ничего
          не меняется.
        </p>
      </header>
      <QueryStates of={[overview]} loading="Загружаем этапы…" failed="Этапы не загрузились" lines={8}>
        {(season) => <Preview competition={competition} season={season} />}
      </QueryStates>
    </div>
  )
}

function Preview({ competition, season }: { competition: string; season: Season }) {
  const [store] = useState(() =>
    createFormStore(personaForm(season), {
      at: formatWire(serverNow()).slice(0, 16),
      track: season.choices.tracks[0]?.id ?? '',
      passed: [],
    }),
  )
  const persona = (): Persona => {
    const { at, track, region, passed } = store.data()
    return {
      at: textOf(at),
      track: textOf(track),
      region: chosenId(region) ?? '',
      passed: Array.isArray(passed) ? passed.map(textOf).join(',') : '',
    }
  }
  const [asked, setAsked] = useState(persona)
  const query = useQuery(previewQuery(competition, asked))
  const ready = useViews(store.schema)
  if (!ready) return <Skeleton lines={8} label="Загружаем этапы…" />
  return (
    <div className={styles.halves}>
      <form
        className={styles.opening}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (Object.keys(store.check()).length === 0) setAsked(persona())
        }}
      >
        {fieldsOf(store.schema).map((field) => (
          <FieldView key={field.name} store={store} field={field} path={field.name} />
        ))}
        <div>
          <Button type="submit" pending={query.isFetching}>
            Показать
          </Button>
        </div>
      </form>
      <QueryStates of={[query]} loading="Смотрим…" failed="Не получилось показать" lines={8}>
        {({ at, local, stages }) => (
          <Panel title="Что увидит">
            <p className={styles.quiet} role="status">
              <Moments text={`${inWords(at)} по Москве`} />
              {local !== at && <Moments text={`, ${inWords(local)} у участника`} />}
            </p>
            {stages.length === 0 && <p>Ни одного этапа</p>}
            <ul className={styles.seen}>
              {stages.map(({ code, title, status, reason, reasons }) => (
                <li key={code}>
                  <PortalLink alone to={`/admin/${competition}/stages/${code}`}>
                    {title}
                  </PortalLink>
                  <StatusBadge status={status} />
                  {(reasons.length > 0 ? reasons : [reason]).map((each) => (
                    <span key={each} className={styles.quiet}>
                      {each}
                    </span>
                  ))}
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </QueryStates>
    </div>
  )
}

const personaForm = ({ choices, stages }: Season): FormSchema => ({
  version: 1,
  sections: [
    {
      code: 'persona',
      title: '',
      fields: [
        { name: 'at', label: 'Когда', view: 'datetime', validation_rules: { required: true } },
        ...(choices.tracks.length > 0
          ? [{ name: 'track', label: 'Трек', view: 'select' as const, options: choices.tracks }]
          : []),
        ...(choices.regions.length > 0
          ? [{ name: 'region', label: 'Регион', view: 'select' as const, options: choices.regions }]
          : []),
        {
          name: 'passed',
          label: 'Пройденные этапы',
          view: 'multiselect',
          options: inTree(stages)
            .filter(({ stage }) => stage.type !== 'group' && stage.type !== 'registration')
            .map(({ stage }) => ({ id: stage.code, value: stage.title })),
        },
      ],
    },
  ],
})

function inWords(wire: string): string {
  const moment = parseWire(wire)
  return moment ? showDateTime(moment) : wire
}
