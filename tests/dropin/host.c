/* A program that is not linked with SUNDIALS and loads the pendulum as a plugin (host <plugin> <threads>), which brings
   IDAS in a scope of its own, as the interpreters of other languages do. The pendulum swings in several threads at
   once. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef int (*Pendulum)(void);

static void* swing(void* pendulum)
{
  return (void*)(intptr_t)(*(Pendulum*)pendulum)();
}

int main(int argc, char** argv)
{
  enum
  {
    MOST = 8
  };
  pthread_t thread[MOST];
  void *outcome, *plugin;
  Pendulum pendulum;
  int i, worst = 0;
  const int threads = argc == 3 ? atoi(argv[2]) : 0;
  if (threads < 1 || threads > MOST) return 100;
  plugin = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (plugin == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    return 101;
  }
  *(void**)&pendulum = dlsym(plugin, "pendulum_main");
  if (pendulum == NULL) return 102;
  for (i = 0; i < threads; ++i) pthread_create(&thread[i], NULL, swing, &pendulum);
  for (i = 0; i < threads; ++i) {
    pthread_join(thread[i], &outcome);
    if ((int)(intptr_t)outcome > worst) worst = (int)(intptr_t)outcome;
  }
  return worst;
}
