# Two images: `demo` contains the stand-ins for outside services, `site` does not.
#   docker build --target site -t sprout .

FROM node:24-slim AS sources
WORKDIR /app
COPY package.json package-lock.json ./
# No install scripts are needed: native modules are prebuilt packages.
RUN npm ci --ignore-scripts --include=dev --no-audit --no-fund
COPY . .
RUN npm run build

FROM sources AS without-stand-ins
RUN rm dist/server/stand-in-*

FROM node:24-slim AS production-modules
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --omit=dev --no-audit --no-fund

FROM node:24-slim AS runtime
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data BACKUP_DIR=/backups HOME=/tmp
# malloc otherwise keeps free memory for each thread apart: 13 MB more.
ENV MALLOC_ARENA_MAX=2
RUN mkdir -m 700 /data /backups /replica && chown node:node /data /backups /replica
WORKDIR /app
USER node
VOLUME ["/data", "/backups"]
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD \
  ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--max-old-space-size=256", "dist/server/index.js"]

FROM runtime AS demo
ENV SPROUT_DEMO=1
COPY --from=sources /app ./

FROM runtime AS site
COPY --from=production-modules /app ./
COPY --from=sources /app/dist/web ./dist/web
COPY --from=without-stand-ins /app/dist/server ./dist/server
# Migrations and the operators' commands.
COPY --from=sources /app/drizzle ./drizzle
COPY --from=sources /app/contract ./contract
COPY --from=sources /app/words ./words
COPY --from=sources /app/domain ./domain
COPY --from=sources /app/scripts/backup ./scripts/backup
COPY --from=sources \
  /app/scripts/admin.ts /app/scripts/arguments.ts /app/scripts/backup.ts /app/scripts/command.ts \
  /app/scripts/events.ts /app/scripts/insights.ts /app/scripts/restore.ts ./scripts/
