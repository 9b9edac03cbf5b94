// Preloaded into the portal by its starter: the channel between them closes when the starter ends, even if it is
// killed.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
