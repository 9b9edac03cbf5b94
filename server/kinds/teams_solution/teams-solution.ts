import { sql } from 'kysely'
import { type ChecklistItem, serverKind } from '#server/stages/kind.ts'
import { teamsAt } from '#server/stages/teams-at.ts'
import { textOf } from '#shared/forms/fields/field.ts'
import { teamsSolutionKind } from '#shared/kinds/teams_solution/contract.ts'
import { sectionField } from '#shared/kinds/teams_solution/solution-form.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import type { SettingsOf } from '#shared/stages/kind.ts'
import { ownSolutions } from './own-solutions.ts'
import { settingsOf } from './solution-stage.ts'
import { solutionWork } from './solution-work.ts'
import { solutionStanding } from './standing.ts'

/** The count of more teams is shown as «больше N». */
const countedTeams = 1000

export const teamsSolution = serverKind(teamsSolutionKind, {
  work: solutionWork,
  attempts: null,
  standing: solutionStanding,
  ownData: { name: 'team_solutions', title: 'Решения команд', read: ownSolutions },
  // The draft of the team names the files of a solution.
  files: null,
  compared: {
    among: 'stage',
    threshold: (settings) => (settings as SettingsOf<typeof teamsSolutionKind>).similarity,
    passages: (data) =>
      Object.entries(data).flatMap(([name, text]) =>
        name.startsWith(sectionField) ? [{ label: 'Решение', text: textOf(text) }] : [],
      ),
    given: (settings) => {
      const { task, tasks } = settings as SettingsOf<typeof teamsSolutionKind>
      return [task, ...tasks.map(({ text }) => text)].join('\n')
    },
  },
  checklist: ({ settings: { task, tasks, sections }, clock }, { stages }) => {
    const twice = (codes: readonly string[]) => [...new Set(codes.filter((code, at) => codes.indexOf(code) !== at))]
    const red = (text: string): ChecklistItem => ({ level: 'red', text })
    return [
      ...(task.trim() === '' && tasks.length === 0 ? [red('Не написано задание')] : []),
      ...twice(tasks.map(({ code }) => code)).map((code) => red(`Код задания ${quoted(code)} повторяется`)),
      ...twice(sections.map(({ code }) => code)).map((code) => red(`Код раздела ${quoted(code)} повторяется`)),
      ...(sections.some(({ code }) => code === 'link') ? [red('Код раздела «link» занят: так хранится ссылка')] : []),
      ...(clock === 'participant'
        ? [red('Часы этапа должны быть московскими: иначе участники одной команды увидят задание в разное время')]
        : []),
      ...(stages.some(({ type }) => type === 'teams_forming')
        ? []
        : [red('В конкурсе нет этапа «Команды»: решать будет некому')]),
    ]
  },
  async checks(db, stage) {
    const { tasks } = settingsOf(stage)
    if (tasks.length === 0) return []
    const { rows } = await sql<{ left: number }>`
      select count(*)::int as left from (
        select from (${teamsAt(stage)}) as t
        where not exists (
          select from team_solutions d where d.stage_id = ${stage.id} and d.team_id = t.id and d.task is not null)
        limit ${countedTeams}
      ) as undrawn`.execute(db)
    const left = rows[0]?.left ?? 0
    const words = left < countedTeams ? left : `больше ${countedTeams - 1}`
    return left > 0 ? [{ level: 'yellow', text: `Задания не разыграны, команд без задания: ${words}` }] : []
  },
})
