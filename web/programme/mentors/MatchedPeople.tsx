import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { matchesOnPage, unmatchedReasons } from '#shared/programme/mentors/plan.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { useList, useListHere } from '#web/platform/navigation/use-list.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { ListChoice, ListFilters, ListSearch } from '#web/platform/ui/ListFilters.tsx'
import { countOf, PagedList } from '#web/platform/ui/PagedList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import styles from './Panel.module.css'
import {
  type MatchedPerson,
  matchedQuery,
  mentorListQuery,
  type Overview,
  usePin,
  type Which,
} from './panel-queries.ts'

const states = {
  waiting: { look: 'waiting', words: 'Ждёт подбора' },
  offered: { look: 'due', words: 'Ждёт ответа наставника' },
  working: { look: 'done', words: 'Работает с наставником' },
  left: { look: 'shut', words: 'Без наставника' },
} as const
const said = { proposed: '', accepted: ' — согласие', declined: ' — отказ', ended: ' — больше не работает' }
const wished = { 1: ', хочет', 0: '', '-1': ', лучше не с ним' }

/** Everybody who has handed in: whom they have chosen, whom the plans give them, or why nobody. */
export function MatchedPeople({ place, way }: { place: StagePanelProps; way: Overview['way'] }) {
  const list = useList<{ which: Which; search: string }>('matched', { which: '', search: '' })
  const [pinning, setPinning] = useState<MatchedPerson | null>(null)
  const people = useQuery(matchedQuery(place, list.asked))
  const matching = way === 'matching'
  return (
    <Panel
      id="matched"
      title="Участники и наставники"
      says={countOf(people, 'участник', 'участника', 'участников')}
      read
    >
      <div className={styles.panels}>
        <ListFilters>
          <ListSearch list={list} label="Найти по имени или номеру участника" name="search-matched" />
          <ListChoice
            list={list}
            part="which"
            label="Кого показать"
            name="which-matched"
            all="Всех"
            options={[
              ...Object.entries(states)
                .filter(([state]) => matching || state !== 'waiting')
                .map(([value, { words }]) => ({ value, label: words })),
              ...(matching
                ? [
                    { value: 'unmatched', label: 'Кому подбор никого не нашёл' },
                    { value: 'moved', label: 'Кому примерка даёт другое' },
                  ]
                : []),
            ]}
          />
        </ListFilters>
        <PagedList
          of={people}
          list={list}
          size={matchesOnPage}
          loading="Загружаем участников…"
          failed="Участники не загрузились"
          level={3}
          label="Страницы участников"
          empty="Никого не нашлось"
        >
          {(data) => (
            <ul aria-label="Участники и наставники">
              {data.people.map((person) => (
                <li key={person.test_id} className={styles.person}>
                  <span className={styles.row}>
                    <strong>
                      <bdi>{person.name}</bdi>
                    </strong>
                    <StatusBadge look={states[person.state].look}>{states[person.state].words}</StatusBadge>
                  </span>
                  <About person={person} />
                  {matching && (
                    <span>
                      <Button
                        kind="quiet"
                        size="s"
                        flush
                        aria-label={`Закрепить или запретить пару: ${person.name}`}
                        onClick={() => setPinning(person)}
                      >
                        Закрепить или запретить
                      </Button>
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )}
        </PagedList>
        {pinning && <PinDialog place={place} person={pinning} onClose={() => setPinning(null)} />}
      </div>
    </Panel>
  )
}

function About({ person }: { person: MatchedPerson }) {
  const { wishes, pinned, plan, plan_reason, what_if, what_if_reason } = person
  const chosen = wishes.map(
    ({ rank, fio, status, wish, conflict }) =>
      `${rank > 0 ? `${rank}. ` : ''}${fio}${said[status]}${wished[wish]}${conflict ? ', конфликт интересов' : ''}`,
  )
  const lines = [
    ...pinned.map(({ fio, barred }) => (barred ? `Запрещено: ${fio}` : `Закреплено: ${fio}`)),
    ...(plan.length > 0 ? [`Подбор: ${plan.join(', ')}`] : []),
    ...(plan_reason ? [`Подбор никого не нашёл. ${unmatchedReasons[plan_reason]}`] : []),
    ...(what_if.length > 0 ? [`Примерка: ${what_if.join(', ')}`] : []),
    ...(what_if_reason ? [`Примерка никого не нашла. ${unmatchedReasons[what_if_reason]}`] : []),
  ]
  return (
    <span className={styles.lines}>
      <span className={styles.quiet}>
        <Facts of={[idNumber(person.test_id), chosen.length > 0 && `выбрал: ${chosen.join('; ')}`]} />
      </span>
      {lines.map((line) => (
        <span key={line} className={styles.quiet}>
          {line}
        </span>
      ))}
    </span>
  )
}

const acts = [
  { value: 'pin', label: 'Закрепить: подбор даст эту пару первой' },
  { value: 'bar', label: 'Запретить: этой пары не будет никогда' },
  { value: 'none', label: 'Снять и закрепление, и запрет' },
]

function PinDialog({ place, person, onClose }: { place: StagePanelProps; person: MatchedPerson; onClose: () => void }) {
  const list = useListHere({ search: '' })
  const mentors = useQuery(mentorListQuery(place, list.asked))
  const [mentor, setMentor] = useState('')
  const [act, setAct] = useState('pin')
  const [attempted, setAttempted] = useState(false)
  const pinning = usePin(place, person.test_id)
  const named = new Map(
    [...(list.narrowed ? [] : [...person.wishes, ...person.pinned]), ...(mentors.data?.mentors ?? [])].map(
      ({ test_id, fio }) => [test_id, fio] as const,
    ),
  )
  const chosen = named.has(Number(mentor)) ? mentor : ''
  function pin() {
    setAttempted(true)
    return chosen !== '' && pinning.mutateAsync({ mentor: Number(chosen), act: act as 'pin' | 'bar' | 'none' })
  }
  return (
    <Confirm
      title={person.name}
      act="Сохранить"
      size="m"
      send={pin}
      onDone={() => showBanner('Сохранено. Чтобы это учлось, подберите пары заново', 'success')}
      onClose={onClose}
    >
      {/* With very many mentors the list holds only the first of them. */}
      {((mentors.data?.count ?? 0) > matchesOnPage || list.narrowed) && (
        <ListSearch list={list} label="Найти наставника по имени или номеру" name="pin-search" />
      )}
      <Select
        label="Наставник"
        name="pin-mentor"
        value={chosen}
        error={attempted && chosen === '' ? 'Выберите наставника' : null}
        options={[...named].map(([value, label]) => ({ value: String(value), label }))}
        onChange={setMentor}
      />
      <RadioGroup label="Что сделать" name="pin-act" options={acts} value={act} onChange={setAct} />
    </Confirm>
  )
}
