import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import { numbered } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import type { TeamCheckDraft } from '#shared/programme/teams_forming/check-draft.ts'
import type { Verdict } from '#shared/review/checking/check.ts'
import { countedWorks } from '#shared/review/checking/limits.ts'
import { DraftConflict } from '#web/forms/drafts/DraftConflict.tsx'
import { DraftStatus } from '#web/forms/drafts/DraftStatus.tsx'
import { draftKey } from '#web/forms/drafts/draft-mirror.ts'
import { useDraft } from '#web/forms/drafts/use-draft.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { type MemberWords, noOpinion, TeamToCheck, wordsOf } from '#web/programme/team-formation/TeamToCheck.tsx'
import styles from '#web/review/checking/Check.module.css'
import { CheckPanel } from '#web/review/checking/CheckPanel.tsx'
import { verdictWords } from '#web/review/checking/draft-in-words.ts'
import { EarlierChecks } from '#web/review/checking/EarlierChecks.tsx'
import { NextWorkButton } from '#web/review/checking/NextWorkButton.tsx'
import { queuesQuery, takeNext } from '#web/review/checking/queries.ts'
import { RemarkField } from '#web/review/checking/RemarkField.tsx'
import { useDesk, useDeskNumber } from '#web/review/checking/use-desk.ts'
import { timeSince } from '#web/stages/StagePath/deadline.ts'
import {
  type DeskTeam,
  deskTeamQuery,
  downloadTeamPaper,
  sendTeamVerdict,
  teamDraftOn,
  typedOfTeam,
} from './team-queries.ts'

/** One team to check: a remark for each member beside the decision about all of them. */
export function TeamCheckPage() {
  const team = useDeskNumber('team')
  const query = useQuery(deskTeamQuery(team))
  return (
    <div className={styles.page}>
      <QueryStates of={[query]} loading="Открываем команду" failed="Команда не открылась" lines={10}>
        {(found) => (
          <>
            <TeamHead found={found} />
            {found.state === 'waits' ? (
              <Checking
                key={`${found.team.team_id} ${found.waits_since} ${found.team.members.map((one) => one.test_id).join()}`}
                found={found}
                onChanged={() => query.refetch()}
              />
            ) : (
              <ReadOnly found={found} />
            )}
          </>
        )}
      </QueryStates>
    </div>
  )
}

function TeamHead({ found }: { found: DeskTeam }) {
  const desk = useDesk()
  const { team, left, stage_id, stage_title, waits_since, target_hours } = found
  return (
    <header className={styles.head}>
      <p className={styles.way}>
        <Facts
          of={[
            <PortalLink key="desk" alone to={desk.path}>
              {desk.title}
            </PortalLink>,
            <PortalLink key="stage" alone to={`${desk.path}/stages/${stage_id}`}>
              {stage_title}
            </PortalLink>,
          ]}
        />
        <span className={styles.left}>Осталось: {left < countedWorks ? left : `больше ${countedWorks - 1}`}</span>
      </p>
      <PageHeading title={`Команда ${quoted(team.name)}`} />
      <p className={styles.facts}>
        <Facts
          of={[
            numbered(team.team_id),
            counted(team.members.length, 'участник', 'участника', 'участников'),
            waits_since !== null &&
              `ждёт ${timeSince(waits_since, serverNow().getTime())}, обещали проверить за ${counted(target_hours, 'час', 'часа', 'часов')}`,
          ]}
        />
      </p>
    </header>
  )
}

function Checking({ found, onChanged }: { found: DeskTeam; onChanged: () => void }) {
  const { team } = found
  const [typed, setTyped] = useState<TeamCheckDraft | null>(null)
  const draft = useDraft({
    key: draftKey(session.claims()?.test_id ?? 0, `desk/team/${team.team_id}/${found.waits_since}`),
    server: teamDraftOn(found),
    onReplace: (data) => setTyped(typedOfTeam(data, found)),
  })
  const opened = typed ?? (draft.opened && typedOfTeam(draft.opened, found))
  const sending = useVerdict(found, draft.keeper, onChanged)
  if (!opened) return <Skeleton lines={10} label="Открываем проверку" />
  const change = (part: Partial<TeamCheckDraft>) => {
    const next = { ...opened, ...part }
    setTyped(next)
    draft.keeper.change({ ...next })
  }
  const words: MemberWords = {
    ...wordsOf(team),
    ...Object.fromEntries(opened.members.map(({ test_id, ...word }) => [test_id, word])),
  }
  const remarks = new Map(opened.remarks.map(({ field, text }) => [field, text]))
  const putRemark = (field: string, text: string | null) => {
    const others = opened.remarks.filter((remark) => remark.field !== field)
    change({
      remarks: text === null ? others : [...others, { field, text }],
      ...(text !== null && opened.verdict === null ? { verdict: 'return' as const } : {}),
    })
  }
  return (
    <div className={styles.columns}>
      <DraftConflict
        conflict={draft.state.conflict}
        inWords={(data) => inWords(typedOfTeam(data, found), found)}
        onChoose={draft.keeper.choose}
      />
      <TeamToCheck
        team={team}
        words={words}
        onFile={(fileId) => downloadTeamPaper(team.team_id, fileId)}
        onWord={(testId, word) => {
          const members = team.members.map(({ test_id }) => ({
            test_id,
            ...(words[test_id] ?? noOpinion),
            ...(test_id === testId ? word : {}),
          }))
          change({ members })
        }}
        below={({ test_id, name }) => (
          <RemarkField
            name={`${test_id}`}
            label={name}
            text={remarks.get(`${test_id}`)}
            onChange={(text) => putRemark(`${test_id}`, text)}
          />
        )}
      />
      <div className={styles.side}>
        <CheckPanel
          team={{ complete: team.lines.length === 0 }}
          work={{ ...found, id: team.team_id, may_return: true, formal: false, hints: [] }}
          typed={opened}
          sending={sending}
          onChange={change}
        >
          <DraftStatus state={draft.state} />
        </CheckPanel>
        <EarlierChecks checks={found.checks} />
      </div>
    </div>
  )
}

/** Sends the verdict and opens the next team of the stage, or the desk when there is none. */
function useVerdict(found: DeskTeam, keeper: { finish(): Promise<void> }, onChanged: () => void) {
  const router = useRouter()
  const desk = useDesk()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ verdict, typed }: { verdict: Verdict; typed: object }) => {
      await sendTeamVerdict(found, verdict, typedOfTeam({ ...typed }, found))
      await keeper.finish()
      return takeNext(desk.path, found.stage_id).catch(() => null)
    },
    onSuccess: (next) => {
      void queries.invalidateQueries({ queryKey: queuesQuery.queryKey, exact: true })
      void router.navigate({ to: (next ?? desk.path) as never })
    },
    onError: (error: { code?: string }) => {
      if (error.code === 'team_changed' || error.code === 'work_decided' || error.code === 'work_taken') onChanged()
    },
  })
}

function inWords(typed: TeamCheckDraft, { team, reasons }: DeskTeam) {
  const section = 'Проверка'
  const nameOf = (testId: number | string) =>
    team.members.find(({ test_id }) => `${test_id}` === `${testId}`)?.name ?? numbered(testId)
  return [
    { section, label: 'Решение', value: typed.verdict === null ? '' : verdictWords[typed.verdict] },
    { section, label: 'Причина', value: reasons.find(({ code }) => code === typed.reason_code)?.title ?? '' },
    { section, label: 'Команда прочитает', value: typed.reason },
    { section, label: 'Заметка', value: typed.note },
    ...typed.members.map(({ test_id, verdict, note }) => ({
      section: 'Участники',
      label: nameOf(test_id),
      value: [verdict === 'fits' ? 'Подходит' : verdict === 'unfit' ? 'Не подходит' : '', note]
        .filter(Boolean)
        .join('. '),
    })),
    ...typed.remarks.map(({ field, text }) => ({ section: 'Замечания', label: nameOf(field), value: text })),
  ].filter(({ value }) => value !== '')
}

/** A team that is decided, or that somebody else has on the desk. */
function ReadOnly({ found }: { found: DeskTeam }) {
  const { left, stage_id, taken_by, state, team } = found
  const next = left > 0 && <NextWorkButton stageId={stage_id}>Следующая команда</NextWorkButton>
  return (
    <div className={styles.columns}>
      <ul className={styles.facts} aria-label="Участники">
        {team.members.map(({ test_id, name, verdict, note }) => (
          <li key={test_id}>
            <Facts of={[name, verdict === 'fits' ? 'подходит' : verdict === 'unfit' ? 'не подходит' : '', note]} />
          </li>
        ))}
      </ul>
      <div className={styles.side}>
        {state === 'taken' ? (
          <EmptyState title="Команда у другого проверяющего" action={next}>
            Сейчас её проверяет {taken_by}. Через полчаса без правок она вернётся в очередь.
          </EmptyState>
        ) : (
          <EmptyState title="Решение принято" action={next}>
            {left > 0 ? 'Эта команда больше не ждёт.' : 'Других команд на этом этапе нет: все проверены.'}
          </EmptyState>
        )}
        <EarlierChecks checks={found.checks} />
      </div>
    </div>
  )
}
