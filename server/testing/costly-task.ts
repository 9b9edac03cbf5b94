/** A file that a test opens apart: one that takes all memory, or all time, or ends the program. */
export default async function costlyTask(kind: 'memory' | 'heap' | 'time' | 'crash' | 'fault' | 'answer') {
  if (kind === 'crash') process.abort()
  if (kind === 'fault') throw Object.assign(new Error('the disk'), { code: 'EIO', syscall: 'read' })
  const kept: unknown[] = []
  while (kind === 'memory') kept.push(Buffer.alloc(1024 * 1024, 1))
  while (kind === 'heap') kept.push([...Array(1000).keys()])
  while (kind === 'time');
  return process.pid
}
