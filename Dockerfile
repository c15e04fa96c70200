# The images of docker-compose.yml, each a target of this file: emulator, shop, and tools for the commands.
# Everything is built from the sources, without the checkout's node_modules and dist. Each stage copies
# what it reads, so a change rebuilds only the images that depend on it.
ARG NODE=docker.io/library/node:24.21.0-bookworm-slim
ARG NGINX=docker.io/library/nginx:1.30.5-alpine-slim

# The checkout, readable by every user: COPY keeps the modes of a checkout made with umask 077.
FROM ${NODE} AS source
WORKDIR /kitabo
COPY . .
RUN chmod -R a+rX .

# Packages, installed again only when a manifest or the installer changes.
FROM ${NODE} AS packages
WORKDIR /kitabo
ENV CI=true npm_config_cache=/tmp/npm
COPY --from=source /kitabo/package.json /kitabo/pnpm-lock.yaml /kitabo/pnpm-workspace.yaml ./
COPY --from=source /kitabo/contracts/package.json contracts/
COPY --from=source /kitabo/fixtures/package.json fixtures/
COPY --from=source /kitabo/mock-server/package.json mock-server/
COPY --from=source /kitabo/web/package.json web/
COPY --from=source /kitabo/scripts/toolchain scripts/toolchain
COPY --from=source /kitabo/scripts/run.mjs scripts/
RUN node scripts/run.mjs && rm -rf /tmp/npm /root/.cache

# The emulator's bundle and its console.
FROM packages AS emulator-build
COPY --from=source /kitabo/scripts scripts
COPY --from=source /kitabo/contracts contracts
COPY --from=source /kitabo/fixtures fixtures
COPY --from=source /kitabo/mock-server mock-server
COPY --from=source /kitabo/tsconfig.base.json /kitabo/tsconfig.json ./
RUN node --input-type=module --eval "const { buildConsole, buildEmulator } = await import('/kitabo/scripts/build/build.ts'); buildConsole(); await buildEmulator()"

# The whole checkout, for the contract command and for development with hot reload.
FROM packages AS tools
COPY --from=source /kitabo .
COPY --from=emulator-build /kitabo/mock-server/dist mock-server/dist
COPY --from=emulator-build /kitabo/mock-server/console/dist mock-server/console/dist
USER node

FROM packages AS shop-build
COPY --from=source /kitabo/scripts scripts
COPY --from=source /kitabo/contracts contracts
COPY --from=source /kitabo/fixtures fixtures
COPY --from=source /kitabo/web web
COPY --from=source /kitabo/tsconfig.base.json /kitabo/tsconfig.json ./
# The emulator's URL as browsers outside of the containers see it. It is compiled into the shop.
ARG EMULATOR=http://localhost:4000
ENV VITE_API_HOST=${EMULATOR} \
  VITE_PAYMENT_SCRIPT=${EMULATOR}/v3.js \
  VITE_PAYMENT_PUBLIC_KEY=FLWPUBK_TEST-emulator-X \
  VITE_MAP_TILES=${EMULATOR}/__emulator/maps/tiles/{z}/{x}/{y}.svg \
  VITE_PLACES=${EMULATOR}/__emulator/maps/places?q={query}&lat=0.3476&lon=32.5825&limit=8 \
  VITE_CHAT_SCRIPT=${EMULATOR}/__emulator/chat/emulator/shop
RUN node scripts/run.mjs scripts/build.ts

# The emulator's runtime files: production packages, its bundle, and its assets.
FROM packages AS runtime
RUN rm -rf node_modules */node_modules \
  && node .data/runtime/pnpm-*/node_modules/pnpm/bin/pnpm.mjs install --frozen-lockfile --prod --filter mock-server... \
  && rm -rf .data scripts web /root/.local /root/.cache \
  # better-sqlite3 brings its C sources and a binary for each platform; satori brings four builds of itself.
  && cd node_modules/.pnpm \
  && rm -rf better-sqlite3@*/node_modules/better-sqlite3/deps better-sqlite3@*/node_modules/better-sqlite3/src \
  && find . -path '*/prebuilds/*' -type f ! -name "linux-$(node -p process.arch).node" -delete \
  && rm -f satori@*/node_modules/satori/dist/experimental* satori@*/node_modules/satori/dist/standalone* satori@*/node_modules/satori/dist/*.cjs* \
  && find . -type f ! -iname 'LICEN[CS]E*' \( -name '*.map' -o -name '*.ts' -o -name '*.cts' -o -name '*.mts' -o -name '*.md' \) -delete
COPY --from=source /kitabo/contracts/src contracts/src
COPY --from=source /kitabo/fixtures/src fixtures/src
COPY --from=source /kitabo/fixtures/catalogue fixtures/catalogue
COPY --from=source /kitabo/mock-server/assets mock-server/assets
COPY --from=source /kitabo/mock-server/README.md mock-server/
# The key of a seed is a hash over its sources.
COPY --from=source /kitabo/mock-server/src mock-server/src
COPY --from=emulator-build /kitabo/mock-server/dist mock-server/dist
COPY --from=emulator-build /kitabo/mock-server/console/dist mock-server/console/dist

FROM ${NODE} AS emulator
WORKDIR /kitabo
COPY --from=runtime /kitabo /kitabo
# The volume takes its owner from this folder.
RUN mkdir /data && chown 1000:1000 /data
USER 1000:1000
ENV NODE_ENV=production HOST=0.0.0.0 KITABO_HOME=image
EXPOSE 4000
ENTRYPOINT ["node", "mock-server/dist/main.mjs"]

FROM ${NGINX} AS shop
COPY --from=source /kitabo/scripts/images/nginx.conf /etc/nginx/nginx.conf
COPY --from=shop-build /kitabo/dist/nginx.conf /etc/nginx/conf.d/default.conf
COPY --from=shop-build /kitabo/dist/public /usr/share/nginx/html
USER 101:101
EXPOSE 8080
