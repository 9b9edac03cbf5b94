import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { insideSentence } from '#shared/platform/text/inside-sentence.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { type PlanRules, type PlanVariant, unmatchedReasons } from '#shared/programme/mentors/plan.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { DataTable } from '#web/platform/ui/DataTable.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { words } from '#web/platform/ui/words.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './Panel.module.css'
import {
  type Overview,
  type Plan,
  type Plans,
  peopleKey,
  plansQuery,
  usePlan,
  usePublishPlan,
} from './panel-queries.ts'

const regions: { value: PlanRules['region']; label: string }[] = [
  { value: 'any', label: 'Не важен' },
  { value: 'same', label: 'Лучше тот же, что у участника' },
  { value: 'other', label: 'Лучше не тот, что у участника' },
]
const people = (count: number) => counted(count, 'участник', 'участника', 'участников')

/** The plan that may be published, and beside it the results of other rules. */
export function MatchingPanel({ place, overview }: { place: StagePanelProps; overview: Overview }) {
  const queries = useQueryClient()
  const plans = useQuery(plansQuery(place))
  const made = `${plans.data?.plan?.version} ${plans.data?.what_if?.version}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a plan that was made changes what people get
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: peopleKey(place) })
  }, [made])
  return (
    <Panel id="matching" title="Подбор пар">
      <QueryStates of={[plans]} loading="Загружаем подбор…" failed="Подбор не загрузился" level={3}>
        {(data) => (
          <div className={styles.panels}>
            <p className={styles.quiet}>
              Подбор даёт наставника как можно большему числу участников, а затем учитывает их порядок, пожелания
              наставников и регион. Пары с конфликтом интересов не возникают. Закрепить пару или запретить её можно в
              списке участников.
            </p>
            <Asking place={place} plans={data} />
            {(data.plan?.made_at || data.what_if?.made_at) && <Compared plans={data} />}
            <Publish place={place} plan={data.plan} overview={overview} />
          </div>
        )}
      </QueryStates>
    </Panel>
  )
}

function Asking({ place, plans }: { place: StagePanelProps; plans: Plans }) {
  const asking = usePlan(place)
  const [region, setRegion] = useState<PlanRules['region']>(plans.plan?.region ?? 'any')
  const [more, setMore] = useState(String(plans.what_if?.more ?? 1))
  const [each, setEach] = useState(String(plans.what_if?.each ?? plans.plan?.each ?? 1))
  const ask = (variant: PlanVariant) =>
    asking.mutate(
      { variant, region, more: variant === 'plan' ? 0 : Number(more), each: Number(each) },
      { onError: (error) => showBanner(failureText(error)) },
    )
  const numbers = (upTo: number, from: number) =>
    Array.from({ length: upTo - from + 1 }, (_none, at) => ({ value: String(at + from), label: String(at + from) }))
  return (
    <>
      <div className={styles.find}>
        <Select
          label="Регион наставника"
          name="matching-region"
          value={region}
          options={regions}
          onChange={(value) => setRegion(value as PlanRules['region'])}
        />
        <Select
          label="В примерке: мест больше на"
          name="matching-more"
          value={more}
          options={numbers(10, 0)}
          onChange={setMore}
        />
        <Select
          label="В примерке: наставников на участника"
          name="matching-each"
          value={each}
          options={numbers(5, 1)}
          onChange={setEach}
        />
      </div>
      <div className={styles.row}>
        <Button
          pending={Boolean(plans.plan?.running) || (asking.isPending && asking.variables.variant === 'plan')}
          pendingText="Подбираем…"
          onClick={() => ask('plan')}
        >
          {plans.plan?.made_at ? 'Подобрать заново' : 'Подобрать пары'}
        </Button>
        <Button
          kind="secondary"
          pending={Boolean(plans.what_if?.running) || (asking.isPending && asking.variables.variant === 'what_if')}
          pendingText="Примеряем…"
          onClick={() => ask('what_if')}
        >
          Примерить рядом
        </Button>
      </div>
      {(plans.plan?.failed || plans.what_if?.failed) && (
        <p role="alert">Подбор не удался. Попробуйте ещё раз, а если не поможет — напишите в поддержку.</p>
      )}
    </>
  )
}

function Compared({ plans: { plan, what_if } }: { plans: Plans }) {
  const shown = [
    ['Подбор', plan],
    ['Примерка', what_if],
  ].filter((each): each is [string, Plan] => Boolean((each[1] as Plan | null)?.made_at))
  const rows: [string, (of: Plan) => string | number][] = [
    ['Посчитано', ({ made_at }) => shownMoment(made_at)],
    ['Ищут наставника', (of) => of.people],
    ['Получат наставника', (of) => of.matched],
    ['Пар', (of) => of.pairs],
    ['Из них с первым выбором', (of) => of.ranks.find(({ rank }) => rank === 1)?.count ?? 0],
    ['Закреплены организатором', (of) => of.ranks.find(({ rank }) => rank === 0)?.count ?? 0],
    ['Без наставника', (of) => of.unmatched.reduce((sum, { count }) => sum + count, 0)],
    ['Мест добавлено каждому', (of) => of.more],
    ['Наставников на участника', (of) => of.each],
    ['Регион', ({ region }) => regions.find(({ value }) => value === region)?.label ?? ''],
  ]
  return (
    <>
      <DataTable
        label="Итоги подбора"
        narrow="beside"
        rows={rows}
        keyOf={([title]) => title}
        columns={[
          { title: 'Итог', width: 50, value: ([title]) => title },
          ...shown.map(([title, plan]) => ({ title, cell: ([, said]: (typeof rows)[number]) => said(plan) })),
        ]}
      />
      {plan && plan.unmatched.length > 0 && (
        <ul className={styles.lines} aria-label="Почему без наставника">
          {plan.unmatched.map(({ reason, count }) => (
            <li key={reason}>
              {people(count)}: {insideSentence(unmatchedReasons[reason])}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function shownMoment(wire: string | null): string {
  const at = wire === null ? null : parseWire(wire)
  return at ? showDateTime(at) : 'Нет'
}

function Publish({ place, plan, overview }: { place: StagePanelProps; plan: Plans['plan']; overview: Overview }) {
  const [asking, setAsking] = useState(false)
  const publishing = usePublishPlan(place)
  if (!plan?.made_at || plan.running || plan.people === 0) return null
  if (!overview.may_publish) return <p className={styles.quiet}>Опубликовать пары можно, когда этап закроется.</p>
  const left = plan.people - plan.matched
  return (
    <div>
      <Button onClick={() => setAsking(true)}>Опубликовать пары</Button>
      {asking && (
        <Confirm
          title="Опубликовать пары?"
          act="Опубликовать"
          send={() => publishing.mutateAsync(plan.version)}
          onClose={() => setAsking(false)}
        >
          <p>
            Наставникам уйдут письма с предложениями, пар — {plan.pairs}.
            {left > 0 &&
              ` ${left === 1 ? 'Без наставника останется' : 'Без наставника останутся'} ${people(left)}; причина будет на странице этапа.`}{' '}
            {words.forever}
          </p>
          {overview.second_round && overview.second_round.choosing > 0 && (
            <p>
              Идёт второй тур: {people(overview.second_round.choosing)} ещё выбирают, в эту публикацию они не войдут.
            </p>
          )}
        </Confirm>
      )}
    </div>
  )
}
