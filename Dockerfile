# The images of docker-compose.yml, each a target of this file: emulator, shop, and tools for the commands.
# Everything is built from the sources; nothing of the checkout's own node_modules or dist is taken.
ARG NODE=docker.io/library/node:24.21.0-bookworm-slim
ARG NGINX=docker.io/library/nginx:1.28.0-alpine-slim

# Packages first: they are installed again only when a manifest changes. The version of pnpm is that of scripts/bootstrap.ts.
FROM ${NODE} AS packages
WORKDIR /kitabo
ENV CI=true npm_config_update_notifier=false
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY contracts/package.json contracts/
COPY fixtures/package.json fixtures/
COPY mock-server/package.json mock-server/
COPY web/package.json web/
RUN npm exec --yes --package=pnpm@12.21.0 -- pnpm install --frozen-lockfile

# The whole checkout, for the contract command and for development with hot reload.
FROM packages AS tools
COPY . .
# The first command marks the packages as installed, so that none installs them again when it runs.
RUN node scripts/run.mjs docs --check && node scripts/build-image.ts
USER node

FROM tools AS built
USER root
# A browser outside of the containers finds the emulator under this address, and so does the shop that it loads.
ARG EMULATOR=http://localhost:4000
ENV VITE_API_HOST=${EMULATOR} \
  VITE_PAYMENT_SCRIPT=${EMULATOR}/v3.js \
  VITE_PAYMENT_PUBLIC_KEY=FLWPUBK_TEST-kitabo-X \
  VITE_MAP_TILES=${EMULATOR}/__emulator/maps/tiles/{z}/{x}/{y}.svg \
  VITE_PLACES=${EMULATOR}/__emulator/maps/places?q={query}&lat=0.3476&lon=32.5825&limit=8 \
  VITE_CHAT_SCRIPT=${EMULATOR}/__emulator/chat/kitabo/shop
RUN node scripts/run.mjs build

# What the emulator needs to run: packages without those of development, its bundle, and what that reads.
FROM packages AS runtime
RUN rm -rf node_modules */node_modules \
  && npm exec --yes --package=pnpm@12.21.0 -- pnpm install --frozen-lockfile --prod --filter mock-server...
COPY contracts/src contracts/src
COPY fixtures/src fixtures/src
COPY fixtures/catalogue fixtures/catalogue
COPY mock-server/assets mock-server/assets
# The key of a seed is a hash over its sources.
COPY mock-server/src mock-server/src
COPY --from=tools /kitabo/mock-server/dist mock-server/dist
COPY --from=tools /kitabo/mock-server/console/dist mock-server/console/dist

FROM ${NODE} AS emulator
WORKDIR /kitabo
COPY --from=runtime /kitabo /kitabo
# The volume takes its owner from this folder.
RUN mkdir /data && chown 1000:1000 /data
USER 1000:1000
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 KITABO_DATA=/data KITABO_CONSOLE=/kitabo/mock-server/console/dist
EXPOSE 4000
ENTRYPOINT ["node", "mock-server/dist/main.mjs"]

FROM ${NGINX} AS shop
COPY --from=built /kitabo/dist/nginx.conf /etc/nginx/conf.d/default.conf
COPY --from=built /kitabo/dist/public /usr/share/nginx/html
USER 101:101
EXPOSE 8080
