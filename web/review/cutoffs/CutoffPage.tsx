import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import { maxCutoffTitle, maxLetter } from '#shared/review/cutoffs/limits.ts'
import { LeaveWarning } from '#web/platform/navigation/LeaveWarning.tsx'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { ConsoleCrumbs } from '#web/seasons/console/ConsoleCrumbs.tsx'
import { ConflictNotice } from './ConflictNotice.tsx'
import styles from './Cutoffs.module.css'
import { Distribution } from './Distribution.tsx'
import { countsInWords, Findings, GroupTable } from './Findings.tsx'
import { FreezeDialog } from './FreezeDialog.tsx'
import { LetterPreviews } from './LetterPreviews.tsx'
import { PeopleLists } from './PeopleLists.tsx'
import { cutoffQuery, type Workbench } from './queries.ts'
import { RuleFields } from './RuleFields.tsx'
import { useWorkbench } from './use-workbench.ts'

/** The workbench of one variant: the rule on one side, what follows from it on the other. */
export function CutoffPage() {
  const { competition, cutoff } = useParams({ from: '/admin/$competition/cutoffs/$cutoff' })
  const query = useQuery(cutoffQuery(competition, Number(cutoff) || 0))
  return (
    <div className={styles.page}>
      <QueryStates of={[query]} loading="Считаем итоги" failed="Вариант отбора не загрузился" lines={12}>
        {(workbench) => <Bench key={workbench.id} competition={competition} workbench={workbench} />}
      </QueryStates>
    </div>
  )
}

const letterFields = [
  ['passed', 'Тем, кто проходит'],
  ['waiting', 'Тем, кто ждёт'],
  ['failed', 'Тем, кто не проходит'],
] as const

function Bench({ competition, workbench }: { competition: string; workbench: Workbench }) {
  const bench = useWorkbench(competition, workbench)
  const { draft, change } = bench
  const [asks, setAsks] = useState(false)
  const { result } = workbench
  return (
    <>
      <header className={styles.head}>
        <ConsoleCrumbs
          competition={competition}
          title={workbench.competition_title}
          page={workbench.title}
          above={{ title: 'Отбор', path: 'cutoffs' }}
        />
        <PageHeading title={workbench.title} size={2} />
        <p className={styles.quiet}>Решение об этапе {quoted(workbench.stage_title)}</p>
      </header>
      <LeaveWarning unsaved={() => bench.unsaved}>Последние правки варианта ещё не сохранены.</LeaveWarning>
      {bench.conflict ? (
        <ConflictNotice bench={bench} />
      ) : (
        bench.error !== null && (
          <FailureNotice error={bench.error}>
            <Button size="s" kind="secondary" onClick={bench.retry}>
              Повторить
            </Button>
          </FailureNotice>
        )
      )}
      <div className={styles.columns}>
        <RuleFields rule={draft.rule} choices={workbench.choices} onChange={(rule) => change({ rule })} />
        <div className={styles.side}>
          <Panel
            title="Что получается"
            actions={
              <Button
                disabled={bench.unsaved || result.passed === 0 || workbench.open_protocol !== null}
                onClick={() => setAsks(true)}
              >
                Заморозить протоколом
              </Button>
            }
          >
            <div className={styles.fields}>
              <p className={styles.counts} role="status">
                {bench.unsaved ? 'Пересчитываем…' : `${countsInWords(result)}.`}
              </p>
              <p className={styles.quiet}>
                Баллы на {result.read_at.slice(11, 16)}
                {result.again && ', читаем заново'}
              </p>
              <Distribution
                result={result}
                line={draft.rule.line === 'score' ? draft.rule.score : result.line}
                onLine={(score) => change({ rule: { ...draft.rule, line: 'score', score } })}
              />
              <Findings competition={competition} workbench={workbench} />
              <GroupTable name="districts" title="По федеральным округам" of={result.groups.districts} />
              {result.groups.tracks.length > 1 && (
                <GroupTable name="tracks" title="По трекам" of={result.groups.tracks} />
              )}
            </div>
          </Panel>
          <PeopleLists
            key={workbench.revision}
            whose={{ competition, cutoff: workbench.id, revision: workbench.revision }}
          />
        </div>
      </div>
      <Panel
        title="Письма"
        id="letters"
        onPhone
        says={`Тем, кто проходит, ждёт и не проходит${workbench.previews.length > 0 ? `; примеров: ${workbench.previews.length}` : ''}`}
      >
        <div className={styles.fields}>
          <p className={styles.quiet}>
            Вместо {'{балл}'}, {'{место}'} и {'{всего}'} встанут числа участника, вместо {'{номер}'} — номер в списке
            ожидания.
          </p>
          <div className={styles.texts}>
            {letterFields.map(([outcome, label]) => (
              <TextArea
                key={outcome}
                name={`letter-${outcome}`}
                label={label}
                rows={5}
                limit={maxLetter}
                value={draft.letters[outcome]}
                onChange={(text) => change({ letters: { ...draft.letters, [outcome]: text } })}
              />
            ))}
          </div>
          <h3 className={styles.caption}>Так прочитают письма эти люди</h3>
          <LetterPreviews competition={competition} letters={workbench.previews} />
        </div>
      </Panel>
      <Panel title="Название варианта">
        <TextField
          label="Название"
          name="title"
          hint="Его видят только организаторы"
          maxLength={maxCutoffTitle}
          value={draft.title}
          error={draft.title.trim() === '' ? 'Назовите вариант' : null}
          onChange={(title) => change({ title })}
        />
      </Panel>
      {asks && <FreezeDialog competition={competition} workbench={workbench} onClose={() => setAsks(false)} />}
    </>
  )
}
